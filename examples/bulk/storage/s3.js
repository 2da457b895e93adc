/** A bucket as a storage. The environment names its place and your account: AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, ... */
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { numberOf } from '../settings.js';
import { ownFolder } from './storage.js';

// A listing encodes names, because XML cannot have all characters.
const decoded = (name = '') => decodeURIComponent(name.replaceAll('+', ' '));
const [leastPart, mostParts] = [5 * 2 ** 20, 10_000];

/**
 * @param {string} place `s3://bucket` or `s3://bucket/prefix`
 * @returns {Promise<import('./storage.js').Storage>}
 */
export async function openBucket(place) {
  // A place is no URL: its prefix may have any characters.
  const [, Bucket = '', prefix = ''] = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(place) ?? [];
  const stallLimit = numberOf('STALL_LIMIT', 60_000);
  const client = new S3Client({
    // All stores find a bucket by the path of the address.
    forcePathStyle: true,
    // Few stores other than Amazon's know its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 10_000, socketTimeout: stallLimit },
  });
  const at = (/** @type {string} */ name) => ({ Bucket, Key: prefix + name });

  /** @param {Partial<import('@aws-sdk/client-s3').ListObjectsV2CommandInput>} input */
  async function* pages(input) {
    let ContinuationToken;
    do {
      /** @type {import('@aws-sdk/client-s3').ListObjectsV2CommandOutput} */
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, EncodingType: 'url', ...input, ContinuationToken }),
      );
      yield page;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }
  await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix + ownFolder, MaxKeys: 1 })).catch((error) => {
    throw new Error(`${place} cannot be listed: ${error.name} ${error.message}`);
  });

  return {
    async *list(after) {
      for await (const { Contents } of pages({ Prefix: prefix, StartAfter: after && prefix + after }))
        for (const { Key, Size = 0 } of Contents ?? []) {
          const name = decoded(Key).slice(prefix.length);
          if (name.startsWith(ownFolder) || (name === '' && Size === 0)) continue;
          if (name.endsWith('/') && Size === 0) yield { name, result: 'left', reason: 'the mark of a folder' };
          else yield { name, length: Size };
        }
    },
    async entries(folder) {
      const names = [];
      for await (const { Contents, CommonPrefixes } of pages({ Prefix: prefix + folder, Delimiter: '/' }))
        names.push(...(Contents ?? []).map(({ Key }) => Key), ...(CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
      return names.map((name) => decoded(name).slice((prefix + folder).length));
    },
    async has(name) {
      try {
        await client.send(new HeadObjectCommand(at(name)));
        return true;
      } catch (error) {
        if (error instanceof Error && error.name === 'NotFound') return false;
        throw error;
      }
    },
    async read(name, abortSignal) {
      const { Body } = await client.send(new GetObjectCommand(at(name)), abortSignal && { abortSignal });
      return /** @type {Readable} */ (Body);
    },
    async write(name, source, { length = 0 }) {
      // An object appears only when its last part has arrived. `done` removes the parts if the source fails.
      const params = { ...at(name), Body: Readable.from(source) };
      const partSize = Math.max(leastPart, Math.ceil((1.01 * length) / mostParts));
      await new Upload({ client, params, partSize, queueSize: 2 }).done();
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)));
    },
    // Unfinished uploads have no name. The store's lifecycle rule removes them.
    clean: async () => {},
  };
}
