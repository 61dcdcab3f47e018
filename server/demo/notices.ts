import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { ANNOUNCE, PLATFORM_CATEGORY, PUBLISHED } from '#contract/notices/notice'
import { type FileStorage, keyOf } from '../ground/files/storage.ts'
import { cleanNotice } from '../ground/html/cleanHtml.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const HOUSE = 1
const CHECKLIST = { id: '6d1f0c52-7a6e-4d0e-9c57-2f4b6a1e8d01', attachmentId: '6d1f0c52-7a6e-4d0e-9c57-2f4b6a1e8d00' }
const checklist = [
  '检查项目,标准,检查人,日期',
  '棚膜有无破损,无破损、压膜绳张紧,,',
  '卷帘电机,升降到位、限位有效,,',
  '热风机与油料,试机 10 分钟、油料不少于半箱,,',
  '温度探头,与水银温度计相差不超过 0.5 °C,,',
  '网关供电,市电正常、电池电量不低于 60%,,',
]

const notices = [
  {
    title: '寒潮蓝色预警：今晚起请做好大棚保温',
    before: 3 * HOUR,
    by: '沃垄平台运营中心',
    attachment: CHECKLIST.attachmentId,
    read: false,
    body: `<p>受冷空气影响，预计今晚至后天夜间最低气温将降到 <strong>4 °C</strong> 左右，部分低洼地块可能出现霜冻。</p>
      <h3>请在日落前完成</h3>
      <ol><li>放下保温帘，检查棚膜和压膜绳；</li><li>试运行热风机，确认油料充足；</li><li>把番茄、黄瓜棚气温的正常范围下限调到 <strong>10 °C</strong>。</li></ol>
      <table><thead><tr><th>作物</th><th>夜间最低</th><th>白天通风</th></tr></thead>
      <tbody><tr><td>番茄</td><td>10 °C</td><td>棚温高于 25 °C 时</td></tr><tr><td>黄瓜</td><td>12 °C</td><td>棚温高于 28 °C 时</td></tr><tr><td>生菜</td><td>5 °C</td><td>棚温高于 20 °C 时</td></tr></tbody></table>
      <p>检查表见附件，请各基地负责人打印后逐项签字。</p>`,
  },
  {
    title: '本周日凌晨平台升级，期间控制指令暂停两小时',
    before: 2 * DAY,
    by: '沃垄平台运营中心',
    attachment: null,
    read: false,
    body: `<p>平台将于<strong>本周日 01:00 至 03:00</strong> 升级。升级期间：</p>
      <ul><li>设备照常采集，数据会在升级后补传，不会丢失；</li><li>页面上的开关暂时不能操作，请提前安排灌溉和增氧；</li><li>现场的手动开关不受影响。</li></ul>
      <p>如有紧急情况，请联系各基地的值班人员。</p>`,
  },
  {
    title: '增氧机夜间值守提醒',
    before: 9 * DAY,
    by: '技术服务部',
    attachment: null,
    read: true,
    body: `<p>闷热天气的后半夜溶解氧最低。请把溶解氧的正常范围下限设为 <strong>4 mg/L</strong>，低于它的读数在首页、列表和地图上都有标记。</p>
      <blockquote>巡塘三查：查水色、查鱼的活动、查增氧机运转。</blockquote>`,
  },
  {
    title: '新功能：设备离线会主动通知您',
    before: 26 * DAY,
    by: '沃垄平台运营中心',
    attachment: null,
    read: true,
    body: `<p>从本月起，设备离线超过十秒，系统会通知负责该基地的同事；同一台设备一小时内只提醒一次，多台设备同时离线会合并成一条。</p>
      <p>在右上角的铃铛中打开<em>系统通知</em>即可查看。</p>`,
  },
] as const

/** Announcements of the demo tenant: the older ones were read by everybody. */
export async function writeNotices(client: pg.ClientBase, now: number): Promise<void> {
  for (const { title, before, by, attachment, read, body } of notices) {
    const { rows } = await client.query<{ id: number }>(
      `insert into furrow.notice (tenant_id, title, body, status, category, receiver_type, attachment_id, published_at, published_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $8) returning id`,
      [HOUSE, title, cleanNotice(body), PUBLISHED, PLATFORM_CATEGORY, ANNOUNCE, attachment, now - before, by],
    )
    if (attachment)
      await client.query(`insert into furrow.file_use (tenant_id, holder, holder_id, attachment_id) values ($1, 'notice', $2, $3)`, [
        HOUSE,
        rows[0]!.id,
        attachment,
      ])
    if (!read) continue
    await client.query(
      `insert into furrow.notice_read (tenant_id, notice_id, user_id, read_at) select tenant_id, $2, user_id, $3 from furrow.membership where tenant_id = $1`,
      [HOUSE, rows[0]!.id, now - before + HOUR],
    )
  }
}

/** The attachment of the demo's first announcement, once; `folder` is where the storage takes new files over from. */
export async function writeNoticeFile(given: { owner: pg.Pool; storage: FileStorage; folder: string; clock: () => number }): Promise<void> {
  const { owner, storage, folder, clock } = given
  const { rows } = await owner.query<{ wanted: boolean }>(
    `select exists (select from furrow.notice where attachment_id = $1) and not exists (select from furrow.file where id = $2) as wanted`,
    [CHECKLIST.attachmentId, CHECKLIST.id],
  )
  if (rows[0]?.wanted !== true) return
  // The mark lets spreadsheet programs read it as UTF-8.
  const bytes = Buffer.from(`\uFEFF${checklist.join('\r\n')}\r\n`, 'utf8')
  const path = join(folder, CHECKLIST.id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path, bytes, { mode: 0o600 })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await storage.put(keyOf(HOUSE, CHECKLIST.id), { path, bytes: bytes.length, sha256, contentType: 'text/plain' })
  await owner.query(
    `insert into furrow.file (id, tenant_id, owner_id, bucket, name, kind, content_type, bytes, sha256, attachment_id, created_at)
     select $1, $2, m.user_id, 'notices', '大棚保温检查表.csv', 'file', 'text/plain', $3, $4, $5, $6
     from furrow.membership m where m.tenant_id = $2 order by m.user_id limit 1 on conflict (id) do nothing`,
    [CHECKLIST.id, HOUSE, bytes.length, sha256, CHECKLIST.attachmentId, clock()],
  )
}
