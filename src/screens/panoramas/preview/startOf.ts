import type { Look } from '../viewer/look.ts'
import { DEFAULT_VIEW } from '#contract/panoramas/sceneView'

const number = (text: string | null): number | null => (text !== null && text !== '' && Number.isFinite(Number(text)) ? Number(text) : null)

/** Where an address wants a tour to begin: `?scene=7&yaw=30&pitch=-5&fov=60`, degrees to the right and upwards. */
export function startOf(address: URLSearchParams): { readonly scenesId: number | null; readonly look: Look | null } {
  const [scene, yaw, pitch, fov] = ['scene', 'yaw', 'pitch', 'fov'].map((name) => number(address.get(name)))
  const isLook = yaw != null && pitch != null && Math.abs(yaw) <= 180 && Math.abs(pitch) <= 90
  return {
    scenesId: scene ?? null,
    look: isLook ? { hlookat: yaw, vlookat: -pitch + 0, fov: fov != null && fov > 0 && fov < 180 ? fov : DEFAULT_VIEW.fov } : null,
  }
}

/** The scene that a tour begins with: the one that its address names, else its first. */
export const firstSceneOf = <Scene extends { readonly scenesId: number }>(scenes: readonly Scene[], scenesId: number | null) =>
  scenes.find((one) => one.scenesId === scenesId) ?? scenes[0]

/** The address of one scene as it is looked at. */
export function addressOf(scenesId: number, { hlookat, vlookat, fov }: Look): string {
  const round = (degrees: number) => String(Math.round(degrees * 10) / 10 + 0)
  return new URLSearchParams({ scene: String(scenesId), yaw: round(hlookat), pitch: round(-vlookat), fov: round(fov) }).toString()
}
