export type Greeting = 'night' | 'morning' | 'noon' | 'afternoon' | 'evening'

/** How one greets at an hour of the day (0 to 23). */
export function greetingOf(hour: number): Greeting {
  if (hour < 5) return 'night'
  if (hour < 11) return 'morning'
  if (hour < 13) return 'noon'
  if (hour < 18) return 'afternoon'
  return hour < 23 ? 'evening' : 'night'
}
