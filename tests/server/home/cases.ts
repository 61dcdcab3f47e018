import type { AreaCases } from '../areaCases.ts'
import { fresh } from '../crud/places.ts'

export const cases: AreaCases = {
  rows: async (build, { tenantId }) => ({
    onlyBannerId: (await build.insert('banner', { tenant_id: tenantId, title: fresh('Harvest') })).id,
  }),
  lawful: {
    banner: () => ({
      title: fresh('Harvest'),
      imageAddress: '/home/banner-1.svg',
      content: 'https://example.org/harvest',
      typeFlag: 1,
      shownFrom: 1000,
      shownUntil: 9_999_999_999_999,
    }),
  },
  unlawful: { banner: ['content', 'javascript:alert(1)'] },
  calls: {
    'banner.order': [404, ({ own }) => ({ body: { bannerIds: [own['onlyBannerId']!] } })],
    'banner.audience': [null, () => ({})],
  },
}
