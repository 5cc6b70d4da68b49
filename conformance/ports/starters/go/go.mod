module my-port

go 1.19
