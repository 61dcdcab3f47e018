/** A place in JSON: names and numbers of a list, with dots between them, as `data.cards.0.used`. */
const DOTTED = /^[\w-]{1,60}(\.[\w-]{1,60}){0,9}$/
export const isDotted = (path: string): boolean => path.length <= 200 && DOTTED.test(path)

/** What stands at a place of JSON; undefined where nothing does. */
export function atPath(json: unknown, path: string): unknown {
  let at = json
  for (const step of path.split('.')) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<string, unknown>)[step]
  }
  return at
}
