/**
 * A self-signed certificate for loopback addresses, with its key. It is for tests only: the key is public, and no
 * system trusts the certificate.
 * Made with `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj
 * /CN=localhost`.
 */
export const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/3ntCIpd/ApgOvIg
kB4OFVckJgh76at93eXrXsBFV12hRANCAARJIvwo/uImRgR6oCrqaRVSmxRxbfMz
A7+kqTHkmISG8+T9xo9uesgkiD8RRhYsHu/BKh34JW+TEjPa1i2jxAfR
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUVaL7TlB1McSdcVsNwVV76oRjzLUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEwNTA0NloYDzIxMjYxMDI4
MTA1MDQ2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARJIvwo/uImRgR6oCrqaRVSmxRxbfMzA7+kqTHkmISG8+T9xo9uesgk
iD8RRhYsHu/BKh34JW+TEjPa1i2jxAfRo28wbTAdBgNVHQ4EFgQUw+FV1s1cUJBm
PnW41/2bihF+AEQwHwYDVR0jBBgwFoAUw+FV1s1cUJBmPnW41/2bihF+AEQwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhALtA1aefY4E8g2mMRLuPr5qz/Wu415KXHbyix4y4+cvDAiAW
oyOreU2A2L9r6tb3YFrMeA5Th0CnA2iBcqkiRYB4Dg==
-----END CERTIFICATE-----
`,
}
