import { defineRoute } from '../core/route.ts'
import { APPLICATION_READ } from './application.ts'
import { AUDIT_READ } from './audit.ts'
import { PUSH_READ } from './dataPush.ts'
import { ROLE_READ } from './role.ts'
import { USERS_READ } from './user.ts'
import { CORPORATION_READ } from './corporation.ts'
import { ORGANIZATION_READ } from './unit.ts'
import { SIMS } from './simCard.ts'

export const pages = [
  defineRoute('/system', { area: 'organization', module: 'company', permission: 'login', cached: false, title: 'organization:title' }),
  defineRoute('/system/corporation', {
    area: 'organization',
    module: 'company',
    permission: CORPORATION_READ,
    group: 'enterprise',
    place: 1,
    title: 'organization:corporation.title',
  }),
  defineRoute('/system/organization', {
    area: 'organization',
    module: 'company',
    permission: ORGANIZATION_READ,
    group: 'organization',
    place: 1,
    title: 'organization:unit.title',
  }),
  defineRoute('/system/taskType', {
    area: 'organization',
    module: 'company',
    permission: 'wfpf.company.config.taskType',
    group: 'maintenance',
    place: 2,
    title: 'organization:taskType.title',
  }),
  defineRoute('/system/crop', {
    area: 'organization',
    module: 'company',
    permission: 'wfpf.company.config.crop',
    group: 'maintenance',
    place: 3,
    title: 'organization:crop.title',
  }),
  defineRoute('/system/varieties', {
    area: 'organization',
    module: 'company',
    permission: 'wfpf.company.config.varieties',
    group: 'maintenance',
    place: 4,
    title: 'organization:variety.title',
  }),
  defineRoute('/system/varieties/info/:id', {
    area: 'organization',
    module: 'company',
    permission: 'wfpf.company.config.varieties',
    title: 'organization:variety.info',
  }),
  defineRoute('/system/sim-manage', {
    area: 'organization',
    module: 'company',
    permission: SIMS,
    group: 'maintenance',
    place: 8,
    title: 'organization:simCard.title',
  }),
  defineRoute('/system/sim-manage/info/:id', {
    area: 'organization',
    module: 'company',
    permission: SIMS,
    title: 'organization:sim.info',
  }),
  defineRoute('/system/dataPush', {
    area: 'organization',
    module: 'company',
    permission: PUSH_READ,
    group: 'development',
    place: 2,
    title: 'organization:dataPush.title',
  }),
  defineRoute('/system/role', {
    area: 'organization',
    module: 'company',
    permission: ROLE_READ,
    group: 'account',
    place: 1,
    title: 'organization:role.title',
  }),
  defineRoute('/system/user-manage', {
    area: 'organization',
    module: 'company',
    permission: USERS_READ,
    group: 'account',
    place: 2,
    title: 'organization:user.title',
  }),
  defineRoute('/system/audit', {
    area: 'organization',
    module: 'company',
    permission: AUDIT_READ,
    group: 'account',
    place: 9,
    title: 'organization:audit.title',
  }),
  defineRoute('/system/application', {
    area: 'organization',
    module: 'company',
    permission: APPLICATION_READ,
    group: 'development',
    place: 1,
    title: 'organization:application.title',
  }),
] as const
