/** Whether a topic is one of a filter's: `+` stands for any level, `#` at the end for all that follow, or none. */
export function isWithin(filter: string, topic: string): boolean {
  const levels = topic.split('/')
  const wanted = filter.split('/')
  const isOpen = wanted.at(-1) === '#'
  if (isOpen) wanted.pop()
  if (isOpen ? wanted.length > levels.length : wanted.length !== levels.length) return false
  return wanted.every((level, at) => level === '+' || level === levels[at])
}
