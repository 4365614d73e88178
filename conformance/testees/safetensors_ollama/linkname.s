// SPDX-License-Identifier: Apache-2.0
// Empty: its presence lets main.go declare a function without a body.
