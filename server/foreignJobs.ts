import { sheetJobs } from './ground/crud/foreignJobs.ts'
import { landFileJobs } from './farm/landFiles/foreignJobs.ts'
import { insectJobs } from './insects/foreignJobs.ts'
import { fileJobs } from './ground/files/foreignJobs.ts'
import { filmJobs } from './media/foreignJobs.ts'
import { cubeJobs } from './panoramas/cube/foreignJobs.ts'

/** Everything that is done with foreign bytes, and what would hold up the server as they do. */
export const jobs = { ...sheetJobs, ...fileJobs, ...insectJobs, ...cubeJobs, ...filmJobs, ...landFileJobs }

/** Where a process for them finds them. */
export const jobsModule = import.meta.url
