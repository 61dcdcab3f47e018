/** What consoles are told of when it was made, changed or deleted; of a scene the id is its tour's. */
export const changes = ['panorama', 'panoramaVr', 'panoramaScene'] as const

declare module '../core/change.ts' {
  interface ChangeNames extends Record<(typeof changes)[number], true> {}
}
