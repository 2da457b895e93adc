/** `POST /hash/many`: the Romulus-H digests of a list of messages. */
import { hashMany } from 'romulus-wasm';
import { admit, requireLength } from '../admission.js';
import { bytesOf } from '../base64.js';
import { Batcher } from '../batcher.js';
import { acceptJson } from '../body.js';
import { responses } from '../problem.js';

/** @type {import('../app.js').Route} */
export async function hashManyRoute(app, { config, metrics }) {
  const { messages: maxItems } = config.hashMany;
  requireLength(app);
  admit(app, config.hashMany);
  acceptJson(app, config.pace);

  const lengths = metrics.messageBytes.labels('/hash/many');
  const schema = {
    summary: 'The Romulus-H digests of the messages.',
    body: {
      type: 'object',
      required: ['messages'],
      additionalProperties: false,
      properties: { messages: { type: 'array', maxItems, items: { type: 'string', format: 'base64' } } },
    },
    response: responses(
      { type: 'object', required: ['digests'], properties: { digests: { type: 'array', items: { type: 'string' } } } },
      ...[411, 413, 415],
    ),
  };

  // Only one list is processed at a time, because its messages and digests take much more memory as arrays than as
  // text.
  const lists = new Batcher(
    async (/** @type {string[][]} */ lists) => Promise.all(lists.map((texts) => digestsOf(texts.map(bytesOf)))),
    { gather: 0, batch: 1, queue: config.hashMany.requests },
  );
  /** @type {(messages: Uint8Array[]) => Promise<string[]>} */
  const digestsOf = async (messages) => {
    for (const { length } of messages) lengths.observe(length);
    return (await hashMany(messages)).map((digest) => Buffer.from(digest).toString('hex'));
  };

  app.post('/hash/many', { schema }, async (request) => {
    const { messages } = /** @type {{ messages: string[] }} */ (request.body);
    return { digests: await lists.add(messages) };
  });
}
