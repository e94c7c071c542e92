/**
 * The most common passwords in Spanish and English, from the lists of leaked passwords published every year; in lower case
 * and without accents. A word also covers its endings (`isEasyToGuess` in password.ts): 'mexico' includes 'México2026!'.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 7654321 654321 111111 1111111
11111111 000000 00000000 222222 333333 444444 555555 666666 777777 7777777 888888 88888888 999999
99999999 123123 123123123 121212 112233 11223344 1122334455 102030 10203040 131313 141414 159753 159357
147258 147258369 147852 258456 456789 789456 789456123 741852963 963852741 321321 456456 789789 135790
246810 101010 100000 111222 111222333 123321 12344321 123654 123789 987654 696969 202020 212121 252525
010203 020202 123qwe 123abc 1234qwer 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 qazwsx qazwsxedc
zaq12wsx zaqwsx q1w2e3r4 1a2b3c 1a2b3c4d a1b2c3 a1b2c3d4 a123456 aa123456 a12345678 a123456789 asd123456
qwe123456 abc123456 qwerty123456 a aa aaa aaaa aaaaaa abc abcd abcde abcdef abcdefg abcabc asd asdf
asdfg asdfgh asdfghjk asdfghjkl asdfghjkln asdasd qwe qwer qwert qwerty qwertyui qwertyuiop qweqwe
qweasd qweasdzxc qwaszx zxc zxcv zxcvb zxcvbn zxcvbnm poiuyt lkjhgf mnbvcxz xxx xxxxxx password passw0rd
p@ssw0rd p@ssword pass welcome login letmein admin administrator administrador root test testing guest
user default changeme secret master access hello iloveyou love lovely loveme sunshine princess princesa
dragon monkey football baseball basketball soccer superman batman spiderman pokemon naruto starwars
michael jordan jennifer jessica ashley daniel andrew matthew charlie shadow mustang killer trustno1
whatever freedom computer internet google facebook samsung apple iphone android microsoft hotmail gmail
youtube instagram whatsapp cookie summer purple silver diamond banana chocolate butterfly angel angels
babygirl baby lovers friends family forever jesus christ rockyou money lucky fuckyou liverpool arsenal
chelsea barcelona realmadrid juventus ferrari toyota yamaha nissan metallica matrix phoenix ninja
minecraft fortnite roblox zelda mario pikachu hellokitty snoopy mickey justin contrasena contrasenas
contra clave miclave secreta secreto acceso usuario invitado sistema hola holahola holamundo adios amor
amores amorcito miamor tequiero teamo teamomucho tkm mivida corazon bonita hermosa linda guapa preciosa
reina bebe bebita chiquita gordo gordita gorda flaca flaco negra negro morena mama mami mamita papa papi
papito papas familia mifamilia hermano hermana amigo amigos amiga amistad vida feliz felicidad libertad
esperanza dios diosesamor jesucristo cristo virgen guadalupe angelito angelita estrella estrellita luna
sol cielo flores flor rosa rosita mariposa gatito gato perro perrito osito conejo tigre leon lobo aguila
delfin pollito tortuga fresa manzana naranja galleta tequila futbol america aguilas chivas guadalajara
pumas cruzazul tigres monterrey rayados toluca barca messi ronaldo cristiano neymar chicharito mexico
mexicano mexicana vivamexico cancun acapulco veracruz chiapas tapachula oaxaca sonora sinaloa puebla
tijuana jalisco alejandro alejandra alexander andrea andres antonio arturo carlos carlitos carolina
cesar claudia cristian cristina daniela david diana diego eduardo fernanda fernando francisco gabriel
gabriela gerardo gustavo hector isabel ivan jaime javier jorge jose joseluis juan juancarlos karen
karina karla laura leticia lorena lucia luis luisa manuel margarita maria mariana marisol martha martin
mauricio miguel miguelangel monica nancy natalia oscar pablo paola patricia pedro rafael raul ricardo
roberto rodrigo ruben sandra santiago sebastian sergio silvia sofia susana teresa valentina valeria
vanessa veronica victor victoria doctor doctora dentista dental clinica paciente salud medico hospital
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre`.split(/\s/),
)
