const two = (value: number) => String(value).padStart(2, '0')

/** `YYYY-MM-DD`, in the browser's zone. */
export function dayText(moment: number): string {
  const date = new Date(moment)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** `HH:mm` of a moment of today, else `MM-DD HH:mm`, in the browser's zone. */
export function shortMomentText(moment: number, now: number): string {
  const words = momentText(moment)
  return dayText(moment) === dayText(now) ? words.slice(11, 16) : words.slice(5, 16)
}

/** `YYYY-MM-DD HH:mm:ss`, in the browser's zone. */
export function momentText(moment: number): string {
  const date = new Date(moment)
  return `${dayText(moment)} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
