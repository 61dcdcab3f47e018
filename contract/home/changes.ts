/** What consoles are told of when it was made, changed or deleted; a banner also when its time begins or ends. */
export const changes = ['banner'] as const

declare module '../core/change.ts' {
  interface ChangeNames extends Record<(typeof changes)[number], true> {}
}
