// A loader hook: whoever imports node:zlib gets the names that this Node's lacks as well.

const complete = new URL('./zlib.mjs', import.meta.url).href;

export function resolve(specifier, context, next) {
  if (specifier !== 'node:zlib' || context.parentURL === complete) return next(specifier, context);
  return { url: complete, shortCircuit: true };
}
