import { createContext } from 'react';

/** Takes what was typed into a question that came by itself, and is no answer to it: nothing is lost. */
export const StrayContext = createContext<(text: string) => void>(() => {});
