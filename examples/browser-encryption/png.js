/** PNG files, without the filters of browsers: those are for photographs, and make pictures of text and areas a third longer. */
import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * @param {number} width
 * @param {number} height
 * @param {Uint8Array} pixels red, green, blue and opacity of each, row after row
 */
export function pngOf(width, height, pixels) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a value, four values a pixel.
  header.set([8, 6], 8);
  const stride = 4 * width;
  // Each row after the number of its filter: none.
  const rows = Buffer.alloc(height * (1 + stride));
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * stride, (y + 1) * stride), y * (1 + stride) + 1);
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
}
