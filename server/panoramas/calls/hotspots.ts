import { type Hotspot, parseHotspots } from '#contract/panoramas/hotspot'
import type { Scope } from '../../ground/database/scope.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Language } from '../../ground/words.ts'

/** The scenes that hotspots lead to. */
export const linkedIn = (hotSpotJson: string): Set<number> =>
  new Set(parseHotspots(hotSpotJson).hotspots.flatMap((one) => (one.HType === 1 ? [one.content.scenesId] : [])))

const devicesIn = (hotSpotJson: string): Set<number> =>
  new Set(parseHotspots(hotSpotJson).hotspots.flatMap((one) => (one.HType === 2 ? [one.content.id] : [])))

/**
 * Hotspots lead to scenes of their own tour, and to devices that the caller sees or that stood there before. Fails beside `hotSpotJson` with
 * error.scene.link, error.scene.device.
 */
export async function mustLead(
  scope: Scope,
  language: Language,
  { vrId, hotSpotJson, before }: { vrId: number; hotSpotJson: string; before: string },
): Promise<void> {
  const scenes = [...linkedIn(hotSpotJson)]
  if (scenes.length > 0) {
    const found = await scope
      .select('panorama_scene')
      .select('panorama_scene.id')
      .where('panorama_scene.vr_id', '=', vrId)
      .where('panorama_scene.id', 'in', scenes)
      .execute()
    if (found.length < scenes.length) throw besideField(language, 'hotSpotJson', 'error.scene.link')
  }
  const known = devicesIn(before)
  const devices = [...devicesIn(hotSpotJson)].filter((device) => !known.has(device))
  if (devices.length > 0) {
    const found = await scope.select('device').select('device.id').where('device.id', 'in', devices).execute()
    if (found.length < devices.length) throw besideField(language, 'hotSpotJson', 'error.scene.device')
  }
}

/** Hotspots for who may see nothing of devices. */
export const withoutDevices = (hotSpotJson: string): Hotspot[] => parseHotspots(hotSpotJson).hotspots.filter(({ HType }) => HType !== 2)
