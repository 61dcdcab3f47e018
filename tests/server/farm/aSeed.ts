import sharp from 'sharp'
import { fileCalls } from '#contract/media/files'
import type { ShownSeed } from '#server/farm/seedPage/shownSeed'
import type { Client } from '../harness.ts'

/** A picture that no coding makes much smaller. */
export async function noise(width: number, height: number): Promise<File> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
  return new File([new Uint8Array(await picture.png({ compressionLevel: 1 }).toBuffer())], 'noise.png')
}

export async function uploaded(client: Client, t: number, file: File): Promise<string> {
  const { status, body } = await client.call(fileCalls.upload, { params: { t }, body: { kind: 'seedImage', file } })
  if (status !== 200) throw new Error(`the picture was refused: ${status} ${body.code}`)
  return body.fileUrl
}

const picture = { uuid: '00000000-0000-4000-8000-000000000000', width: 1600, height: 1200 }
/** What the page of a seed is drawn from. */
export const aShownSeed = (given: Partial<ShownSeed> = {}): ShownSeed => ({
  tenantId: 1,
  id: 2,
  tenantName: 'Farm',
  cropName: 'Lychee',
  corpEnName: 'Lychee',
  publicity: 'Sweet',
  seedName: 'Guiwei',
  seedEnName: 'Guiwei',
  picture,
  farmingPractices: [{ name: 'Grafting', enName: null, picture, description: '<p>In spring</p>' }],
  productAttributes: [{ name: 'Sugar', enName: 'Brix', picture: null, description: '<p>18</p>' }],
  ...given,
})
