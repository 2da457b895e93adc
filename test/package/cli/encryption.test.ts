/** The commands that encrypt and decrypt. */
import { armor } from './commands/armor.js';
import { encryption } from './commands/encryption.js';
import { outputs } from './commands/outputs.js';
import { testCommands } from './commands/row.js';
import { secrets } from './commands/secrets.js';

testCommands({ encryption, outputs, secrets, armor });
