/** QR codes. This file is loaded when the person asks for a code. */
export { encodeQR } from 'qr';
