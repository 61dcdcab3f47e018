/** What consoles are told of when it was made, changed or deleted. Who has read a notice concerns those alone who manage notices. */
export const changes = ['notice', 'noticeRead', 'undelivered'] as const

declare module '../core/change.ts' {
  interface ChangeNames extends Record<(typeof changes)[number], true> {}
}
