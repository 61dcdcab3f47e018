const SCRIPT = 'script[type="module"][src^="/assets/"]'
const scriptOf = (page: Document): string | null => page.querySelector(SCRIPT)?.getAttribute('src') ?? null

/** The build of the console that this window has, by its script, whose name is another in every build; null under development. */
export const ownBuild = (): string | null => scriptOf(document)

/** The build that the server has now; null where it does not answer, or something in between does. */
export async function servedBuild(): Promise<string | null> {
  try {
    const answer = await fetch('/index.html', { cache: 'no-store' })
    return answer.ok ? scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html')) : null
  } catch {
    return null
  }
}
