/** Reads what stands at a public address before the parts of calls are there, for what is shown first; null where it is not answered. */
export async function readEarly<Answer>(path: string): Promise<Answer | null> {
  try {
    const answer = await fetch(path)
    return answer.ok ? ((await answer.json()) as Answer) : null
  } catch {
    return null
  }
}
