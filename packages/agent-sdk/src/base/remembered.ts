/** Made anew only when what it is made of is another. */
export function remembered<T, R>(of: () => T, make: (value: T) => R): () => R {
  let last: { readonly value: T; readonly made: R } | undefined;
  return () => {
    const value = of();
    if (!last || last.value !== value) last = { value, made: make(value) };
    return last.made;
  };
}
