/** What consoles are told of when it was made, changed or deleted. */
export const changes = ['insectPicture', 'insectType', 'insectObservation'] as const

declare module '../core/change.ts' {
  interface ChangeNames extends Record<(typeof changes)[number], true> {}
}
