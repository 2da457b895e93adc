/** QR codes, which are loaded when one is asked for. */
export { encodeQR } from 'qr';
