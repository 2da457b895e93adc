/** A bucket as a storage. The environment names its place and your account: AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, ... */
import { Readable } from 'node:stream';
import { paginateListObjectsV2, S3 } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { numberOf } from '../settings.js';
import { ownFolder } from './storage.js';

/** @type {(place: string) => Promise<import('./storage.js').Storage>} */
export async function openBucket(place) {
  // A place is no URL: its prefix may have any characters.
  const [, Bucket = '', prefix = ''] = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(place) ?? [];
  const client = new S3({
    // All stores find a bucket by the path of the address.
    forcePathStyle: true,
    // Few stores other than Amazon's know its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 10_000, socketTimeout: numberOf('STALL_LIMIT', 60_000) },
  });
  const at = (name) => ({ Bucket, Key: prefix + name });
  // A listing encodes names, because XML cannot have all characters.
  const nameOf = (text = '') => decodeURIComponent(text.replaceAll('+', ' ')).slice(prefix.length);
  const pages = (more) => paginateListObjectsV2({ client }, { Bucket, EncodingType: 'url', ...more });
  await client.listObjectsV2({ Bucket, Prefix: prefix + ownFolder, MaxKeys: 1 }).catch((error) => {
    throw new Error(`${place} cannot be listed: ${error.name} ${error.message}`);
  });

  return {
    async *list(after) {
      for await (const { Contents = [] } of pages({ Prefix: prefix, StartAfter: after && prefix + after }))
        for (const { Key, Size = 0 } of Contents) {
          const name = nameOf(Key);
          if (name.startsWith(ownFolder) || (name === '' && Size === 0)) continue;
          if (name.endsWith('/') && Size === 0) yield { name, result: 'left', reason: 'the mark of a folder' };
          else yield { name, length: Size };
        }
    },
    async entries(folder) {
      const names = [];
      for await (const { Contents = [], CommonPrefixes = [] } of pages({ Prefix: prefix + folder, Delimiter: '/' }))
        names.push(...Contents.map(({ Key }) => Key), ...CommonPrefixes.map(({ Prefix }) => Prefix));
      return names.map((name) => nameOf(name).slice(folder.length));
    },
    read: async (name, abortSignal) =>
      /** @type {Readable} */ ((await client.getObject(at(name), abortSignal && { abortSignal })).Body),
    async write(name, source, { length = 0 }) {
      // An object appears only when its last part has arrived. `done` removes the parts if the source fails.
      const params = { ...at(name), Body: Readable.from(source) };
      await new Upload({ client, params, partSize: partSizeOf(length), queueSize: 2 }).done();
    },
    remove: (name) => client.deleteObject(at(name)),
    // Unfinished uploads have no name. The store's lifecycle rule removes them.
    clean: async () => {},
  };
}

/** An upload has at most 10 000 parts, of at least 5 MiB. An output is a little longer than its source. */
export const partSizeOf = (length) => Math.max(5 * 2 ** 20, Math.ceil((1.01 * length) / 10_000));
