import { configure } from '@testing-library/react'

// What a screen loads later may take its time on a busy machine. Waiting ends as soon as it is there.
configure({ asyncUtilTimeout: 20_000 })
