import './portal.css'

document.getElementById('root')?.append('…')
