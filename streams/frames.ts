/** When gathered changes are painted: calls `flush` once, soon; answers how to take that back. */
export interface FramePacer {
  request(flush: () => void): () => void
}

/** Once an animation frame; a hidden page has none, so it paints nothing. */
export const animationFrames: FramePacer = {
  request(flush) {
    const handle = requestAnimationFrame(flush)
    return () => cancelAnimationFrame(handle)
  },
}
