/** What Wave tells others of its version. */
export const VERSION = '0.1.0';
