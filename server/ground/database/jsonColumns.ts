/** What the json columns of the tables hold that the migrations of this room make; `npm run tables` reads it. */
export const jsonColumns = {
  'audit_entry.changes': 'Record<string, { before?: unknown; after?: unknown; secret?: boolean }>',
  'approval_definition.nodes': "import('#contract/approvals/definition').ApprovalNode[]",
  'approval_instance.path': "import('#contract/approvals/definition').ApprovalStep[]",
  'approval_instance.picked': 'Record<string, number[]>',
  'area.scene_images': 'string[]',
  'command.args': 'object',
  'command.history': '{ state: string; at: number }[]',
  'device.mapping': "import('#contract/devices/mapping').Mapping | null",
  'land.land_profile': '[number, number][] | null',
  'menu_theme.theme': "import('#contract/session/look').MenuTheme",
  'outbox.body': 'object',
  'rejected_message.notes': "import('#contract/devices/rejectedNote').RejectedNote[]",
  'tenant.deployment': 'Record<string, string | null>',
  'tenant_setting.portal': "import('#contract/home/home').Portal",
  'user_message.params': 'Record<string, string | number>',
  'work_bench.entries': "import('#contract/home/workBench').WorkBench[]",
}
