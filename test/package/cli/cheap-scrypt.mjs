// Node loads this before the program. scrypt then runs at its least cost, which the header of a file does not show. It
// is for tests that are not about the cost: half a second and 128 MiB for each passphrase would take most of their
// time.
const crypto = process.getBuiltinModule('node:crypto');
const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, parameters, done) =>
  scrypt(password, salt, length, { ...parameters, N: 1024 }, done);
