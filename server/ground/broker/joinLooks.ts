const MOST_AT_ONCE = 500

/**
 * Joins look-ups of one moment into one query of at most 500; what is asked for twice meanwhile is looked up once. `look` answers what it
 * found, by key; it fails for all that it was asked.
 */
export function joinLooks<Asked, Answer>(
  keyOf: (asked: Asked) => string,
  look: (asked: readonly Asked[]) => Promise<(key: string) => Answer>,
): (asked: Asked) => Promise<Answer> {
  const waiting = new Map<string, { asked: Asked; answer: PromiseWithResolvers<Answer> }>()
  let looking = false

  async function work(): Promise<void> {
    while (waiting.size > 0) {
      const now = [...waiting].slice(0, MOST_AT_ONCE)
      for (const [key] of now) waiting.delete(key)
      try {
        const found = await look(now.map(([, { asked }]) => asked))
        for (const [key, { answer }] of now) answer.resolve(found(key))
      } catch (cause) {
        for (const [, { answer }] of now) answer.reject(cause)
      }
    }
    looking = false
  }

  return (asked) => {
    const key = keyOf(asked)
    const before = waiting.get(key)
    if (before) return before.answer.promise
    const answer = Promise.withResolvers<Answer>()
    waiting.set(key, { asked, answer })
    if (!looking) {
      looking = true
      setImmediate(() => void work())
    }
    return answer.promise
  }
}
