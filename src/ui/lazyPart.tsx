import { type ComponentType, type FunctionComponent, lazy } from 'react'

/** A part of the console that could not be fetched: the network failed, or a newer version was installed and this one's files are gone. */
export class PartMissing extends Error {
  /** How often it was tried. */
  readonly tries: number
  /** Lets the next drawing fetch it anew; `ErrorBoundary` does so. */
  readonly renew: () => void
  constructor(cause: unknown, tries: number, renew: () => void) {
    super('A part of the console could not be fetched', { cause })
    this.tries = tries
    this.renew = renew
  }
}

/** Fetches a part before it is drawn: it may be needed where there is no network. */
export interface Ahead {
  readonly ahead?: () => void
}

/**
 * A component that is fetched when it is first drawn, inside a `Suspense`. React's own `lazy` remembers a failure for ever; here the try
 * after it fetches anew. A failure reaches the nearest `ErrorBoundary` as {@link PartMissing}.
 */
export function lazyPart<Part extends FunctionComponent<never>>(load: () => Promise<{ default: Part }>): Part {
  let tries = 0
  const fetchPart = () =>
    lazy<ComponentType>(() =>
      load().then(
        ({ default: part }) => ({ default: part as unknown as FunctionComponent }),
        (cause: unknown) => {
          throw new PartMissing(cause, ++tries, () => {
            Fetched = fetchPart()
          })
        },
      ),
    )
  let Fetched = fetchPart()
  // It takes what the part takes, and hands it on unread.
  return ((props: object) => <Fetched {...props} />) as unknown as Part
}

/** As {@link lazyPart}, of one that can be fetched before it is drawn. */
export const aheadPart = (load: () => Promise<{ default: FunctionComponent }>): FunctionComponent & Ahead =>
  Object.assign(lazyPart(load), { ahead: () => void load().catch(() => undefined) })
