const two = (value: number) => String(value).padStart(2, '0')

/** `YYYY-MM-DD`, in the browser's zone. */
export function dayText(moment: number): string {
  const date = new Date(moment)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** `YYYY-MM-DD HH:mm:ss`, in the browser's zone. */
export function momentText(moment: number): string {
  const date = new Date(moment)
  return `${dayText(moment)} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
