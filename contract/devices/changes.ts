/** What consoles are told of when it was made, changed or deleted. */
export const changes = [
  'gateway',
  'item',
  'switch',
  'command',
  'rejectedMessage',
  'deviceWord',
  'interlock',
  'recipe',
  'emergencyStop',
  'manualHold',
] as const

declare module '../core/change.ts' {
  interface ChangeNames extends Record<(typeof changes)[number], true> {}
}
