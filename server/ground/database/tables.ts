// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated, Numeric } from './schema.ts'

declare module './schema.ts' {
  interface Database {
    app_user: {
      created_at: Generated<number>
      created_by: number | null
      current_tenant_id: number | null
      default_tenant_id: number | null
      demo: Generated<boolean>
      email: string | null
      enabled: Generated<boolean>
      id: Generated<number>
      image_url: string | null
      login_name: string
      /**
       * null until its person has chosen a password
       */
      password_hash: string | null
      phone: string | null
      real_name: string
      updated_at: number | null
      updated_by: number | null
    }
    approval_copy: {
      created_at: number
      id: Generated<number>
      instance_id: number
      tenant_id: number
      user_id: number
    }
    approval_definition: {
      author_id: number | null
      created_at: number
      created_by: number | null
      form_code: string
      id: Generated<number>
      name: string
      nodes: JSONColumnType<import('#contract/approvals/definition').ApprovalNode[]>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      version: number
      when_applicant: string
      when_nobody: string
    }
    approval_instance: {
      applicant_id: number
      applicant_name: string
      area_id: number | null
      definition_id: number
      document_code: string
      ended_at: number | null
      form_code: string
      id: Generated<number>
      /**
       * the nodes that this round goes through, conditions decided: the document cannot change meanwhile
       */
      path: JSONColumnType<import('#contract/approvals/definition').ApprovalStep[]>
      picked: Generated<JSONColumnType<Record<string, number[]>>>
      round: Generated<number>
      started_at: number
      state: string
      /**
       * where in the path the round stands; its length once the round has ended well
       */
      step: Generated<number>
      tenant_id: number
      third_id: number
    }
    approval_record: {
      action: string
      actor_id: number | null
      actor_name: string | null
      at: number
      comment: string | null
      definition_version: number | null
      id: Generated<number>
      instance_id: number
      node_name: string | null
      round: number
      tenant_id: number
      to_name: string | null
    }
    approval_task: {
      asked_at: number | null
      assignee_id: number
      assignee_name: string
      comment: string | null
      created_at: number
      decided_at: number | null
      id: Generated<number>
      instance_id: number
      kind: string
      node_id: string
      node_name: string
      overdue_at: number | null
      position: number
      round: number
      state: string
      step: number
      tenant_id: number
    }
    area: {
      altitude: number | null
      area_address: string | null
      area_center: Generated<string>
      area_cover: string | null
      area_measure: Numeric | null
      area_name: string
      area_num: string | null
      area_usage: Generated<string>
      created_at: Generated<number>
      created_by: number | null
      default_flag: Generated<number>
      enabled_flag: Generated<number>
      full_name: string | null
      id: Generated<number>
      landline: string | null
      leader_name: string | null
      object_version_number: Generated<number>
      organization_type: Generated<string>
      parent_id: Generated<number>
      phone: string | null
      scene_images: Generated<JSONColumnType<string[]>>
      tenant_id: number
      updated_at: Generated<number>
      updated_by: number | null
    }
    audit_entry: {
      act: string | null
      address: string | null
      at: number
      changes: JSONColumnType<Record<string, { before?: unknown; after?: unknown; secret?: boolean }>>
      device: string | null
      id: Generated<number>
      kind: string
      tenant_id: number
      thing: string
      title: string
      /**
       * of what one transaction does to one thing there is one entry
       */
      tx: number
      user_id: number | null
      user_name: string | null
      verb: string
    }
    banner: {
      content: string | null
      created_at: number | null
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      image_address: string | null
      object_version_number: Generated<number>
      position: Generated<number>
      /**
       * who is shown it; empty: everybody of the tenant
       */
      role_ids: Generated<JSONColumnType<number[]>>
      /**
       * ms UTC; before it /home does not show it
       */
      shown_from: number | null
      shown_until: number | null
      tenant_id: number
      title: string
      /**
       * 1: the link opens in a new window
       */
      type_flag: Generated<number>
      updated_at: number | null
      updated_by: number | null
    }
    captcha: {
      answer_hash: string
      expires_at: number
      key: string
    }
    command: {
      /**
       * the stop that a motor passes through before this command may leave
       */
      after_id: string | null
      area_id: number
      args: JSONColumnType<object>
      author_id: number | null
      cause: string
      cause_name: string | null
      /**
       * of a switch
       */
      circuit: number | null
      /**
       * the number of the server that has it in hand: that server holds an advisory lock of this number
       */
      claimed_by: number | null
      created_at: number
      /**
       * of device, or of past_device
       */
      device_id: number
      /**
       * null where it waits for its device, however long that is away
       */
      expires_at: number | null
      history: Generated<JSONColumnType<{ state: string; at: number }[]>>
      id: string
      /**
       * what it starts is ended after this long
       */
      max_run_ms: number | null
      message: string | null
      priority: string
      state: string
      state_at: number
      /**
       * what the target must be seen as before the command is done; null where the answer of the device is all
       */
      status: number | null
      switch_id: number | null
      /**
       * of a switch that is no more
       */
      switch_name: string | null
      /**
       * what of the device it acts on; of all commands with one target at most one is under way
       */
      target: string
      tenant_id: number
      /**
       * of contract/devices/verbs.ts
       */
      verb: string
    }
    consult: {
      article_source: string | null
      category_id: number | null
      content: Generated<string>
      cover_picture: string | null
      created_at: Generated<number>
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      label: string | null
      object_version_number: Generated<number>
      /**
       * ms UTC; before it nobody but who manages it sees it
       */
      published_from: number | null
      published_until: number | null
      read_time: Generated<number>
      tenant_id: number
      title: string
      updated_at: Generated<number>
      updated_by: number | null
      upload_date: number
      value_type: number | null
      /**
       * where it stands out: 1 hot, 2 latest, 3 carousel, in order; value_type is the first of them
       */
      value_types: Generated<JSONColumnType<number[]>>
    }
    consult_category: {
      category_name: string
      created_at: Generated<number>
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      object_version_number: Generated<number>
      position: Generated<number>
      tenant_id: number
      updated_at: Generated<number>
      updated_by: number | null
    }
    crop: {
      created_at: Generated<number>
      created_by: number | null
      crop_en_name: string | null
      crop_image: string | null
      crop_kind: string
      crop_name: string
      description: string | null
      enabled_flag: Generated<number>
      id: Generated<number>
      object_version_number: Generated<number>
      tenant_id: number
      updated_at: Generated<number>
      updated_by: number | null
    }
    device: {
      area_id: number
      created_at: Generated<number>
      created_by: number | null
      demo: Generated<boolean>
      device_serial: string | null
      device_type: string
      enabled_flag: Generated<number>
      eui: string
      file_url: string | null
      heard_at: number | null
      iccid: string | null
      id: Generated<number>
      land_id: number | null
      latitude: number | null
      longitude: number | null
      /**
       * what its words mean where it speaks a protocol that is not ours: contract/devices/mapping.ts
       */
      mapping: JSONColumnType<import('#contract/devices/mapping').Mapping | null> | null
      name: string
      object_version_number: Generated<number>
      parent_id: number | null
      presence: Generated<string>
      presence_at: number | null
      /**
       * milliseconds
       */
      reporting_period: Generated<number>
      secret_hash: string
      tenant_id: number
      /**
       * SHA-256 of the access token by which it signs in without any other name, hex; null where it has none
       */
      token_hash: string | null
      updated_at: Generated<number>
      updated_by: number | null
    }
    device_heard: {
      device_id: number
      heard_at: number
      tenant_id: number
      /**
       * the gateway by whose connection it was heard; null where by its own
       */
      through_id: number | null
    }
    device_loss: {
      device_id: number
      tenant_id: number
      told_at: number
    }
    document_number: {
      day: string
      last: number
      prefix: string
      tenant_id: number
    }
    file: {
      /**
       * shared by the attachments of one thing
       */
      attachment_id: string | null
      bucket: string
      bytes: number
      content_type: string
      created_at: number
      height: number | null
      id: string
      kind: string
      name: string
      /**
       * null: a device brought it
       */
      owner_id: number | null
      sha256: string
      tenant_id: number
      width: number | null
    }
    file_use: {
      attachment_id: string | null
      file_id: string | null
      holder: string
      holder_id: number
      tenant_id: number
    }
    ingest_writer: {
      at: number
      batch: number
      writer: string
    }
    item: {
      area_id: number
      code: string
      created_at: number | null
      created_by: number | null
      description: string | null
      device_id: number
      hidden: Generated<number>
      high: number | null
      icon: string | null
      id: Generated<number>
      last_place: Generated<number>
      last_ts: number | null
      last_value: number | null
      low: number | null
      name: string | null
      object_version_number: Generated<number>
      position: Generated<number>
      tenant_id: number
      unit: string | null
      updated_at: number | null
      updated_by: number | null
    }
    land: {
      area_id: number
      created_at: Generated<number>
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      land_center: string | null
      land_measure: Numeric | null
      land_name: string
      land_profile: JSONColumnType<[number, number][] | null> | null
      land_state: Generated<string>
      land_type: string
      nurture_kind: string | null
      object_version_number: Generated<number>
      opacity: Generated<number>
      outline_color: string | null
      outline_width: Generated<number>
      profile_color: string | null
      tenant_id: number
      updated_at: Generated<number>
      updated_by: number | null
      variety_id: number | null
    }
    loose_file: {
      due: number
      id: string
      tenant_id: number
    }
    membership: {
      created_at: number | null
      created_by: number | null
      object_version_number: Generated<number>
      tenant_id: number
      title: string | null
      unit_id: number | null
      updated_at: number | null
      updated_by: number | null
      user_id: number
    }
    menu_theme: {
      open: Generated<number>
      tenant_id: number
      theme: JSONColumnType<import('#contract/session/look').MenuTheme>
      updated_at: number
      user_id: number
    }
    notice: {
      attachment_id: string | null
      /**
       * files beside those of attachment_id, as [{id, name}]
       */
      attachments: Generated<JSONColumnType<{ id: string; name: string }[]>>
      author_id: number | null
      /**
       * HTML, made harmless before it was stored
       */
      body: string
      category: Generated<string>
      created_at: Generated<number>
      created_by: number | null
      /**
       * counted up where it is news again: who has read an earlier one has not read this
       */
      edition: Generated<number>
      /**
       * else it is for those whom notice_audience names, and for nobody where that names nobody who is there
       */
      everybody: Generated<boolean>
      id: Generated<number>
      object_version_number: Generated<number>
      published_at: number | null
      published_by: Generated<string>
      receiver_type: Generated<string>
      status: Generated<string>
      tenant_id: number
      title: string
      updated_at: Generated<number>
      updated_by: number | null
      withdrawn_at: number | null
      withdrawn_by: string | null
    }
    notice_read: {
      edition: Generated<number>
      notice_id: number
      read_at: number
      tenant_id: number
      user_id: number
    }
    online_log: {
      at: number
      device_id: number
      id: Generated<number>
      presence: string
      tenant_id: number
    }
    outbox: {
      attempts: Generated<number>
      body: Generated<JSONColumnType<object>>
      /**
       * why it could not be told, as far as it was foreseen; error has the words for a technician
       */
      cause: string | null
      created_at: number
      dead_at: number | null
      due_at: Generated<number>
      error: string | null
      id: Generated<number>
      /**
       * of two with one key the second is not taken
       */
      key: string | null
      kind: string
      link: string | null
      severity: Generated<string>
      tenant_id: number
      user_id: number | null
    }
    past_device: {
      area_id: number
      deleted_at: number
      device_type: string
      eui: string
      id: number
      name: string
      tenant_id: number
    }
    past_member: {
      left_at: number
      real_name: string
      /**
       * what they had, to be offered where they come back
       */
      roles: Generated<JSONColumnType<{ roleId: number; areaIds: number[] | null; companyIds: number[] }[]>>
      tenant_id: number
      title: string | null
      unit_id: number | null
      user_id: number
    }
    phone_code: {
      code_hash: string
      expires_at: number
      key: string
      network: string
      phone: string
      sent_at: number
      tries: Generated<number>
    }
    reading: {
      /**
       * under which it was stored; null where as the device sent it
       */
      calibration_id: number | null
      item_id: number
      /**
       * 0: the device gave the time; from 1: its order among those to which the server gave this millisecond
       */
      place: Generated<number>
      /**
       * the time that the device gave, ms UTC, where its clock is wrong: ts is that by the server's clock
       */
      sent: number | null
      tenant_id: number
      ts: number
      value: number | null
    }
    reading_hour: {
      bucket: number
      /**
       * of what goes round, with sin_sum: the sum of the vectors of its degrees; null otherwise, and where it was rolled up before and the readings are gone
       */
      cos_sum: number | null
      first: number
      item_id: number
      last: number
      max: number
      min: number
      n: number
      sin_sum: number | null
      sum: number
      tenant_id: number
    }
    reading_minute: {
      bucket: number
      /**
       * of what goes round, with sin_sum: the sum of the vectors of its degrees; null otherwise, and where it was rolled up before and the readings are gone
       */
      cos_sum: number | null
      first: number
      item_id: number
      last: number
      max: number
      min: number
      n: number
      sin_sum: number | null
      sum: number
      tenant_id: number
    }
    rejected_count: {
      device_id: number
      hour: number
      n: number
      reason: string
      tenant_id: number
    }
    rejected_message: {
      at: number
      detail: Generated<string>
      device_id: number
      id: Generated<number>
      notes: Generated<JSONColumnType<import('#contract/devices/rejectedNote').RejectedNote[]>>
      payload: string
      reason: string
      tenant_id: number
      topic: string
    }
    retention: {
      at: number
      one: Generated<boolean>
    }
    role: {
      codes: Generated<string[]>
      created_at: number | null
      created_by: number | null
      id: Generated<number>
      name: string
      object_version_number: Generated<number>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    role_assignment: {
      /**
       * null: every base
       */
      area_ids: number[] | null
      created_at: number | null
      created_by: number | null
      named_ids: Generated<number[]>
      object_version_number: Generated<number>
      role_id: number
      tenant_id: number
      /**
       * companies, whose bases area_ids then holds beside those of named_ids; null where none is named
       */
      unit_ids: number[] | null
      updated_at: number | null
      updated_by: number | null
      user_id: number
    }
    rollup_dirty: {
      hour: number
      item_id: number
      tenant_id: number
    }
    server_secret: {
      name: string
      value: string
    }
    session: {
      address: Generated<string>
      created_at: number
      device: string
      expires_at: number
      id: string
      previous_hash: string | null
      /**
       * whoever signed it in elsewhere says that a second factor was asked for there
       */
      provider_factor: Generated<boolean>
      revoked_at: number | null
      rotated_at: number | null
      token_hash: string
      used_at: number
      user_id: number
    }
    sign_in_failure: {
      at: number
      subject: string
    }
    sub_module: {
      code: string
      created_at: number | null
      created_by: number | null
      description: Generated<string>
      icon: Generated<string>
      id: Generated<number>
      name: string
      path: string
      position: Generated<number>
      tenant_id: number
      type: string
      updated_at: number | null
      updated_by: number | null
    }
    switch: {
      area_id: number
      circuit: number
      created_at: number | null
      created_by: number | null
      device_id: number
      icon: string | null
      id: Generated<number>
      kind: Generated<string>
      name: string | null
      object_version_number: Generated<number>
      related_equip: number | null
      status: number | null
      status_at: number | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    task_type: {
      code: string | null
      color: string | null
      created_at: Generated<number>
      created_by: number | null
      description: string | null
      enabled_flag: Generated<number>
      id: Generated<number>
      name: string
      object_version_number: Generated<number>
      sort: Generated<number>
      tenant_id: number
      updated_at: Generated<number>
      updated_by: number | null
      usage: string
    }
    tenant: {
      created_at: Generated<number>
      created_by: number | null
      demands_second_factor: Generated<boolean>
      deployment: Generated<JSONColumnType<Record<string, string | null>>>
      domain: string | null
      id: Generated<number>
      name: string
      novice: Generated<boolean>
      num: string
      time_zone: Generated<string>
      updated_at: number | null
      updated_by: number | null
    }
    tenant_screen: {
      created_at: number | null
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      position: Generated<number>
      screen_address: string
      screen_image: string | null
      screen_name: string
      screen_type: Generated<number>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    tenant_setting: {
      consult_flag: Generated<number>
      created_at: number | null
      created_by: number | null
      portal: Generated<JSONColumnType<import('#contract/home/home').Portal>>
      /**
       * days before the end of a SIM card at which people are told, the longest first
       */
      sim_expiry_days: Generated<number[]>
      sim_limits_version: Generated<number>
      /**
       * shares of the month's allowance, %, at which people are told, the lowest first
       */
      sim_usage_percents: Generated<number[]>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    user_message: {
      content_key: string
      created_at: number
      id: Generated<number>
      key: string | null
      kind: Generated<string>
      link: string | null
      params: Generated<JSONColumnType<Record<string, string | number>>>
      read_flag: Generated<number>
      severity: Generated<string>
      subject_key: string
      tenant_id: number
      user_id: number
    }
    variety: {
      created_at: Generated<number>
      created_by: number | null
      crop_id: number | null
      description: string | null
      en_name: string | null
      enabled_flag: Generated<number>
      expected_yield: Numeric | null
      growth_days: number | null
      id: Generated<number>
      name: string
      object_version_number: Generated<number>
      source: string | null
      stages: Generated<JSONColumnType<import('#contract/core/field').Stage[]>>
      tenant_id: number
      updated_at: Generated<number>
      updated_by: number | null
      variety_image: string | null
    }
    work_bench: {
      entries: Generated<JSONColumnType<import('#contract/home/workBench').WorkBench[]>>
      tenant_id: number
      updated_at: number
      user_id: number
    }
    worker: {
      address: string | null
      area_id: number
      code: string | null
      created_at: Generated<number>
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      name: string
      object_version_number: Generated<number>
      phone: string | null
      remark: string | null
      tenant_id: number
      updated_at: Generated<number>
      updated_by: number | null
      user_id: number | null
      worker_type: string
    }
  }
}
