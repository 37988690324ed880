import type { Tone } from '@wavehooks/hooks';

/** Tells the user something about a server. */
export type Tell = (tone: Tone, text: string) => void;
