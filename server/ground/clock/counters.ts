import { Counter } from 'prom-client'

export const jobsRun = new Counter({
  name: 'furrow_jobs_total',
  help: 'Jobs that ran, by name and outcome (done, failed, skipped)',
  labelNames: ['job', 'outcome'],
})
