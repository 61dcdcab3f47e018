/** A page that asks for nobody, and the entry of the build that draws it. */
export interface OpenPage<Entry extends string = string> {
  readonly path: string
  readonly entry: Entry
}

/** Every path without one at its end. */
const CLOSING = /(?<!\/)\/+$/
const isAt = (route: string, path: string): boolean => {
  const [parts, given] = [route.split('/'), path.split('/')]
  return parts.length === given.length && parts.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
}

/** Which of them stands at a path, if any. */
export const openPageAt = <Entry extends string>(pages: readonly OpenPage<Entry>[], path: string): OpenPage<Entry> | undefined =>
  pages.find((page) => isAt(page.path, path.replace(CLOSING, '')))
