import { ears, fruit, greenhouse, paddy } from '../seeds/drawings.ts'

/** The folders of the demo's library. */
export const demoFolders = ['作物', '基地风光'] as const
interface DemoPicture {
  readonly name: string
  readonly folder: (typeof demoFolders)[number]
  readonly tags: readonly string[]
  readonly draw: () => string
}
export const demoPictures: readonly DemoPicture[] = [
  { name: '荔枝挂果', folder: '作物', tags: ['荔枝', '夏季'], draw: () => fruit('#c8414b', '#eaf3df') },
  { name: '水稻抽穗', folder: '作物', tags: ['水稻', '秋季'], draw: () => ears('#e0b94c', '#f3eed8') },
  { name: '智能大棚', folder: '基地风光', tags: ['大棚'], draw: greenhouse },
  { name: '稻田水位', folder: '基地风光', tags: ['水稻', '灌溉'], draw: paddy },
]
export const DEMO_FILM = '示范农场掠影'
