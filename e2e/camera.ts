import type { Page } from '@playwright/test'
import { ask } from './people.ts'

let made = 0
const PATH = '/wfpe/v1/1/camera'
/** A simulated camera of the first base. */
export async function addCamera(page: Page, name: string): Promise<number> {
  made += 1
  const deviceSerial = `E2E-${Date.now().toString(36)}-${made}`
  const facts = { cameraType: 1, cameraEnter: 5, channelNo: 1, areaId: 1, landId: null, latlng: null }
  const reach = { hdUrl: '', sdUrl: '', onvifUrl: '', userName: '', password: null }
  const { id } = await ask(page, 'POST', PATH, { name, deviceSerial, ...facts, ...reach })
  return Number(id)
}
