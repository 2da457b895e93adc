/** A bucket as a storage. The environment names its place and your account: AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, ... */
import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { ownFolder } from './storage.js';

/**
 * @param {string} place `s3://bucket` or `s3://bucket/prefix`
 * @returns {Promise<import('./storage.js').Storage>}
 */
export async function openBucket(place) {
  const { hostname: Bucket, pathname } = new URL(place);
  const prefix = pathname.replace(/^\/|\/$/g, '') && `${pathname.replace(/^\/|\/$/g, '')}/`;
  // Few stores other than Amazon's know its newer checksums. All stores find a bucket by the path of the address.
  const checksums = { requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' };
  const client = new S3Client({ forcePathStyle: true, .../** @type {any} */ (checksums) });
  const at = (/** @type {string} */ name) => ({ Bucket, Key: prefix + name });
  await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 })).catch((error) => {
    throw new Error(`${place} cannot be listed: ${error.name} ${error.message}`);
  });

  return {
    async *list() {
      let ContinuationToken;
      do {
        /** @type {import('@aws-sdk/client-s3').ListObjectsV2CommandOutput} */
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }));
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          const name = Key.slice(prefix.length);
          if (!name.startsWith(ownFolder) && !name.endsWith('/')) yield { name, length: Size };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
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
    async write(name, source) {
      // An object appears only when its last part has arrived. `done` removes the parts if the source fails.
      await new Upload({ client, params: { ...at(name), Body: Readable.from(source) } }).done();
    },
    // Unfinished uploads have no name. The store's lifecycle rule removes them.
    clean: async () => {},
  };
}
