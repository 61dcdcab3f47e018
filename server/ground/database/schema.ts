import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ApprovalNode, ApprovalStep } from '#contract/approvals/definition'
import type { RejectedNote } from '#contract/devices/rejectedNote'
import type { MenuTheme } from '#contract/session/look'
import type { Portal } from '#contract/home/home'
import type { WorkBench } from '#contract/home/workBench'

// Times are ms UTC. bigint columns arrive as numbers: the pool parses int8 (ids have at most 15 digits).
type Versioned = { object_version_number: Generated<number> }
type Stamped = { created_at: Generated<number>; updated_at: Generated<number> }

export interface Database {
  tenant: {
    id: Generated<number>
    name: string
    num: string
    domain: string | null
    time_zone: Generated<string>
    novice: Generated<boolean>
    deployment: JSONColumnType<Record<string, string | null>>
    created_at: Generated<number>
  }
  app_user: {
    id: Generated<number>
    login_name: string
    real_name: string
    password_hash: string
    image_url: string | null
    phone: Generated<string | null>
    current_tenant_id: number | null
    default_tenant_id: number | null
    enabled: Generated<boolean>
    demo: Generated<boolean>
    created_at: Generated<number>
  }
  membership: { tenant_id: number; user_id: number }
  role: { id: Generated<number>; tenant_id: number; name: string; codes: string[] } & Versioned
  role_assignment: { tenant_id: number; user_id: number; role_id: number; area_ids: number[] | null }
  session: {
    id: string
    user_id: number
    device: string
    address: Generated<string>
    token_hash: string
    previous_hash: string | null
    rotated_at: number | null
    created_at: number
    used_at: number
    expires_at: number
    revoked_at: number | null
  }
  server_secret: { name: string; value: string }
  captcha: { key: string; answer_hash: string; expires_at: number }
  phone_code: {
    key: string
    phone: string
    code_hash: string
    network: string
    sent_at: number
    expires_at: number
    tries: Generated<number>
  }
  sign_in_failure: { subject: string; at: number }
  area: {
    id: Generated<number>
    tenant_id: number
    area_name: string
    area_num: string | null
    area_center: Generated<string>
    area_address: string | null
    area_cover: string | null
    area_measure: ColumnType<string | null, string | number | null | undefined>
    organization_type: Generated<string>
    parent_id: Generated<number>
    area_usage: Generated<string>
    default_flag: Generated<number>
    enabled_flag: Generated<number>
    full_name: Generated<string | null>
    leader_name: Generated<string | null>
    phone: Generated<string | null>
    landline: Generated<string | null>
    altitude: Generated<number | null>
    scene_images: ColumnType<string[], string | undefined, string>
  } & Versioned &
    Stamped
  crop: {
    id: Generated<number>
    tenant_id: number
    crop_name: string
    crop_en_name: string | null
    crop_kind: string
    crop_image: string | null
    description: string | null
    enabled_flag: Generated<number>
  } & Versioned &
    Stamped
  variety: {
    id: Generated<number>
    tenant_id: number
    name: string
    variety_image: string | null
    en_name: Generated<string | null>
    crop_id: Generated<number | null>
    source: Generated<string | null>
    growth_days: Generated<number | null>
    expected_yield: ColumnType<string | null, string | number | null | undefined>
    description: Generated<string | null>
    enabled_flag: Generated<number>
  } & Versioned &
    Stamped
  worker: {
    id: Generated<number>
    tenant_id: number
    area_id: number
    name: string
    code: string | null
    worker_type: string
    phone: string | null
    address: string | null
    remark: string | null
    enabled_flag: Generated<number>
  } & Versioned &
    Stamped
  task_type: {
    id: Generated<number>
    tenant_id: number
    name: string
    code: string | null
    usage: string
    color: string | null
    sort: Generated<number>
    description: string | null
    enabled_flag: Generated<number>
  } & Versioned &
    Stamped
  land_period: {
    id: Generated<number>
    tenant_id: number
    area_id: number
    land_id: number
    variety_id: number | null
    variety_name: string
    started_at: number
    ended_at: number | null
  }
  land: {
    id: Generated<number>
    tenant_id: number
    area_id: number
    land_name: string
    land_type: string
    nurture_kind: string | null
    land_measure: ColumnType<string | null, string | number | null | undefined>
    land_profile: JSONColumnType<[number, number][] | null>
    land_center: string | null
    land_state: GeneratedAlways<string>
    profile_color: string | null
    outline_color: string | null
    outline_width: Generated<number>
    opacity: Generated<number>
    variety_id: number | null
    enabled_flag: Generated<number>
  } & Versioned &
    Stamped
  device: {
    id: Generated<number>
    tenant_id: number
    area_id: number
    land_id: number | null
    parent_id: number | null
    device_type: string
    name: string
    eui: string
    device_serial: string | null
    iccid: string | null
    file_url: string | null
    longitude: number | null
    latitude: number | null
    secret_hash: string
    reporting_period: Generated<number>
    enabled_flag: Generated<number>
    demo: Generated<boolean>
    presence: Generated<string>
    presence_at: number | null
    heard_at: number | null
  } & Versioned &
    Stamped
  item: {
    id: Generated<number>
    tenant_id: number
    device_id: number
    area_id: number
    code: string
    name: string | null
    unit: string | null
    icon: string | null
    description: string | null
    low: number | null
    high: number | null
    hidden: Generated<number>
    position: Generated<number>
    last_ts: number | null
    last_value: number | null
    last_place: Generated<number>
  } & Versioned
  switch: {
    id: Generated<number>
    tenant_id: number
    device_id: number
    area_id: number
    circuit: number
    name: string | null
    kind: Generated<string>
    related_equip: number | null
    status: number | null
    status_at: number | null
  } & Versioned
  command: {
    id: string
    tenant_id: number
    area_id: number
    device_id: number
    switch_id: number | null
    circuit: number
    status: number
    author_id: number | null
    created_at: number
    expires_at: number
    state: string
    state_at: number
    message: string | null
    history: JSONColumnType<{ state: string; at: number }[]>
    after_id: string | null
    switch_name: string | null
  }
  rejected_message: {
    id: Generated<number>
    tenant_id: number
    device_id: number
    at: number
    topic: string
    payload: string
    reason: string
    detail: Generated<string>
    notes: JSONColumnType<RejectedNote[]>
  }
  rejected_count: { tenant_id: number; device_id: number; hour: number; reason: string; n: number }
  online_log: { id: Generated<number>; tenant_id: number; device_id: number; at: number; presence: string }
  user_message: {
    id: Generated<number>
    tenant_id: number
    user_id: number
    kind: Generated<string>
    subject_key: string
    content_key: string
    params: JSONColumnType<Record<string, string | number>>
    created_at: number
    read_flag: Generated<number>
    severity: Generated<string>
    link: string | null
    key: string | null
  }
  notice: {
    id: Generated<number>
    tenant_id: number
    title: string
    body: string
    status: Generated<string>
    category: Generated<string>
    receiver_type: Generated<string>
    attachment_id: string | null
    published_at: number | null
    published_by: Generated<string>
    author_id: number | null
  } & Versioned &
    Stamped
  notice_read: { tenant_id: number; notice_id: number; user_id: number; read_at: number }
  device_heard: { device_id: number; tenant_id: number; heard_at: number }
  past_device: {
    id: number
    tenant_id: number
    area_id: number
    device_type: string
    name: string
    eui: string
    deleted_at: number
  }
  device_loss: { device_id: number; tenant_id: number; told_at: number }
  approval_definition: {
    id: Generated<number>
    tenant_id: number
    form_code: string
    version: number
    name: string
    nodes: JSONColumnType<ApprovalNode[]>
    when_nobody: string
    when_applicant: string
    author_id: number | null
    created_at: number
  }
  approval_leader: { tenant_id: number; user_id: number; leader_id: number }
  approval_instance: {
    id: Generated<number>
    tenant_id: number
    form_code: string
    third_id: number
    document_code: string
    area_id: number | null
    definition_id: number
    path: JSONColumnType<ApprovalStep[]>
    picked: JSONColumnType<Record<string, number[]>>
    step: Generated<number>
    applicant_id: number
    applicant_name: string
    state: string
    round: Generated<number>
    started_at: number
    ended_at: number | null
  }
  approval_task: {
    id: Generated<number>
    tenant_id: number
    instance_id: number
    round: number
    step: number
    node_id: string
    node_name: string
    kind: string
    position: number
    assignee_id: number
    assignee_name: string
    state: string
    comment: string | null
    created_at: number
    decided_at: number | null
    asked_at: number | null
    overdue_at: number | null
  }
  approval_copy: { id: Generated<number>; tenant_id: number; instance_id: number; user_id: number; created_at: number }
  approval_record: {
    id: Generated<number>
    tenant_id: number
    instance_id: number
    round: number
    at: number
    action: string
    actor_id: number | null
    actor_name: string | null
    node_name: string | null
    to_name: string | null
    comment: string | null
    definition_version: number | null
  }
  /** Posted by server/ground/outbox/parcel.ts alone. */
  outbox: {
    id: Generated<number>
    tenant_id: number
    user_id: number | null
    kind: string
    key: string | null
    severity: Generated<string>
    link: string | null
    body: JSONColumnType<object>
    attempts: Generated<number>
    due_at: Generated<number>
    error: string | null
    dead_at: number | null
    created_at: number
  }
  document_number: { tenant_id: number; prefix: string; day: string; last: number }
  purchase_application: {
    id: Generated<number>
    tenant_id: number
    area_id: number
    code: string
    title: string
    needed_by: string | null
    remark: string | null
    applicant_id: number
    applicant_name: string
    audit_status: Generated<string>
    created_at: number
    updated_at: number
    submitted_at: number | null
  } & Versioned
  purchase_application_line: {
    id: Generated<number>
    tenant_id: number
    application_id: number
    position: number
    product_name: string
    specification: string | null
    unit: string
    quantity: string
    price: string
    remark: string | null
  }
  menu_theme: { tenant_id: number; user_id: number; open: Generated<number>; theme: JSONColumnType<MenuTheme>; updated_at: number }
  file: {
    id: string
    tenant_id: number
    owner_id: number
    bucket: string
    name: string
    kind: string
    content_type: string
    bytes: number
    sha256: string
    width: number | null
    height: number | null
    attachment_id: string | null
    created_at: number
  }
  file_use: { tenant_id: number; holder: string; holder_id: number; file_id?: string | null; attachment_id?: string | null }
  loose_file: { tenant_id: number; id: string; due: number }
  tenant_setting: { tenant_id: number; consult_flag: Generated<number>; portal: Generated<JSONColumnType<Portal>> }
  banner: {
    id: Generated<number>
    tenant_id: number
    title: string
    image_address: string
    type_flag: Generated<boolean>
    content: Generated<string>
    position: Generated<number>
    enabled_flag: Generated<number>
  }
  sub_module: {
    id: Generated<number>
    tenant_id: number
    code: string
    name: string
    path: string
    type: string
    icon: Generated<string>
    description: Generated<string>
    position: Generated<number>
  }
  tenant_screen: {
    id: Generated<number>
    tenant_id: number
    screen_name: string
    screen_image: string | null
    screen_address: string
    screen_type: Generated<number>
    position: Generated<number>
    enabled_flag: Generated<number>
  }
  work_bench: { tenant_id: number; user_id: number; entries: JSONColumnType<WorkBench[]>; updated_at: number }
  consult_category: {
    id: Generated<number>
    tenant_id: number
    category_name: string
    position: Generated<number>
    enabled_flag: Generated<number>
  } & Versioned &
    Stamped
  consult: {
    id: Generated<number>
    tenant_id: number
    category_id: number | null
    title: string
    cover_picture: string | null
    content: Generated<string>
    label: string | null
    article_source: string | null
    upload_date: number
    read_time: Generated<number>
    value_type: number | null
    enabled_flag: Generated<number>
  } & Versioned &
    Stamped
  reading: { item_id: number; ts: number; place: Generated<number>; value: number | null; tenant_id: number }
  reading_minute: Rollup
  reading_hour: Rollup
  rollup_dirty: { item_id: number; hour: number; tenant_id: number }
}
interface Rollup {
  item_id: number
  bucket: number
  tenant_id: number
  n: number
  sum: number
  min: number
  max: number
  first: number
  last: number
}

/** Tables whose rows belong to a tenant: what a scope may touch. */
export type TenantTable = { [Table in keyof Database]: Database[Table] extends { tenant_id: number } ? Table : never }[keyof Database]
/** Tables whose rows belong to a base: a scope narrows them to the bases that the caller may see. */
export const AREA_TABLES = [
  'land',
  'land_period',
  'worker',
  'device',
  'item',
  'switch',
  'command',
] as const satisfies readonly TenantTable[]
