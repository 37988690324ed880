import type { Model } from './model.ts';
export function createPracticeModel(): Model {
  throw new Error('todo');
}
