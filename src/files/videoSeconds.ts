const PATIENCE_MS = 5000

/** How long a film lasts, in seconds; 0 where this browser cannot say, so that the server decides. */
export function videoSeconds(file: Blob): Promise<number> {
  const address = URL.createObjectURL(file)
  const film = document.createElement('video')
  return new Promise<number>((resolve) => {
    const late = setTimeout(() => resolve(0), PATIENCE_MS)
    const finish = (seconds: number) => {
      clearTimeout(late)
      resolve(Number.isFinite(seconds) ? seconds : 0)
    }
    film.preload = 'metadata'
    film.addEventListener('loadedmetadata', () => finish(film.duration))
    film.addEventListener('error', () => finish(0))
    film.src = address
  }).finally(() => {
    film.removeAttribute('src')
    URL.revokeObjectURL(address)
  })
}
