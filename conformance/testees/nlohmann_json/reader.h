/* What the two halves of the testee share: the protocol is spoken in C, from_bson called in C++. */
#ifdef __cplusplus
extern "C" {
#endif
#include <stddef.h>

/* How an input was read: message is NULL where it was accepted. */
struct reading {
  long documents;
  char *message; /* to be freed */
  int unexpected;
};

struct reading read_bson(const unsigned char *raw, size_t size);
const char *library_version(void);

#ifdef __cplusplus
}
#endif
