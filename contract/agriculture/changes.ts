/** What consoles are told of when it was made or changed. */
export const changes = ['inquiry'] as const

declare module '../core/change.ts' {
  interface ChangeNames extends Record<(typeof changes)[number], true> {}
}
