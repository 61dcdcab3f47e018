/** What consoles are told of when it was made, changed or deleted. */
export const changes = ['area', 'land', 'worker', 'batch', 'task', 'seed', 'activity', 'farmLog', 'planPackage', 'plan'] as const

declare module '../core/change.ts' {
  interface ChangeNames extends Record<(typeof changes)[number], true> {}
}
