import type pg from 'pg'
import { HOUR } from '#demo/physics'

const DAY = 24 * HOUR
const TENANT = 1

const notices = [
  {
    title: '养殖部：今晚加强巡塘',
    body: '<p>今夜闷热少风，请值班人员 <strong>22:00、01:00、04:00</strong> 各巡塘一次，溶解氧低于 4 mg/L 立即开增氧机。</p>',
    status: 'PUBLISHED',
    unit: '养殖部',
    before: 20 * HOUR,
  },
  {
    title: '冬季用电安全检查安排（草稿）',
    body: '<p>拟于下月第一周检查各基地配电箱和加热设备，时间待定。</p>',
    status: 'DRAFT',
    unit: null,
    before: 5 * HOUR,
  },
  {
    title: '周六技术培训',
    body: '<p>周六 9:00 在会议室讲解水肥一体机的日常保养。</p>',
    status: 'WITHDRAWN',
    unit: null,
    before: 5 * DAY,
  },
] as const

/** A notice for a department, a draft, and one that was withdrawn. */
export async function writeNoticeAudiences(client: pg.ClientBase, now: number): Promise<void> {
  for (const { title, body, status, unit, before } of notices) {
    const { rows } = await client.query<{ id: number; everybody: boolean }>(
      `insert into furrow.notice (tenant_id, title, body, status, everybody, published_at, published_by, author_id, created_at, updated_at, withdrawn_at, withdrawn_by)
       select $1, $2, $3, $4, $5::text is null or unit.id is null, $6, u.real_name, u.id, $7, $7, $8, case when $8::bigint is null then null else u.real_name end
       from furrow.app_user u left join furrow.org_unit unit on unit.tenant_id = $1 and unit.name = $5
       where u.demo and u.login_name = 'admin' limit 1 returning id, everybody`,
      [
        TENANT,
        title,
        body,
        status,
        unit,
        status === 'DRAFT' ? null : now - before,
        now - before,
        status === 'WITHDRAWN' ? now - before + DAY : null,
      ],
    )
    const [made] = rows
    if (made === undefined) continue
    if (!made.everybody)
      await client.query(
        `insert into furrow.notice_audience (tenant_id, notice_id, kind, target_id) select $1, $2, 'unit', id from furrow.org_unit where tenant_id = $1 and name = $3`,
        [TENANT, made.id, unit],
      )
    if (status === 'WITHDRAWN')
      await client.query(
        `insert into furrow.notice_read (tenant_id, notice_id, user_id, read_at)
         select tenant_id, $2, user_id, $3 from furrow.membership where tenant_id = $1 order by user_id limit 2`,
        [TENANT, made.id, now - before + HOUR],
      )
  }
}
